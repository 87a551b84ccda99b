// Package clienttest tests what package client can't in its own module: the shapes that
// it gives, by the types of the packages of OpenAI and Anthropic, which are no
// dependencies of the product's.
package clienttest
