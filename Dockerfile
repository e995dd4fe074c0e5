# The mock's four services in a container, over TLS with a throwaway authority. The suite builds and starts it by
# itself (npx conform run --container). By hand:
#
#   npm run build:mock && docker build -t gateway-conformance-mock build/mock-server
#   docker run --rm -p 8440-8444:8440-8444 -e CLIENT_ID -e CLIENT_SECRET -e TEST_OTP -e TEST_TXN_ID gateway-conformance-mock
#
# It prints one line: the authority to trust, and the ports of gateway, identity, registry and dummy payer.
ARG BASE=node:24-alpine
FROM ${BASE} AS mock

ENV MOCK_HOST=0.0.0.0 MOCK_PORT=8440
COPY --chown=65532:65532 schemas /app/schemas
COPY --chown=65532:65532 support /app/support

# By number: the base need not know the user, nor have a shell.
USER 65532:65532
EXPOSE 8440 8441 8442 8443 8444
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["/app/support/mock/server.cjs"]
