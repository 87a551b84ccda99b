#!/usr/bin/env bash
# Makes the certificate of a server for a test, cert.pem, which is its own authority, and
# key.pem, by a program that comes with Go.
#
#   certificate.sh DIRECTORY NAME
set -euo pipefail
generator=$(go env GOROOT)/src/crypto/tls/generate_cert.go
cd "$1"
GO111MODULE=off GOFLAGS='' go run "$generator" --host "$2" --ecdsa-curve P256 --duration 24h
