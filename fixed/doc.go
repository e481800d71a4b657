// Package fixed holds numbers for simulations that must be bit-identical on every machine.
package fixed
