// Like go.mod, but with the versions that Debian packages, to build offline: go run -modfile=debian.mod ./example
module adapter

go 1.19

require golang.org/x/crypto v0.23.0

replace golang.org/x/crypto => /usr/share/gocode/src/golang.org/x/crypto
