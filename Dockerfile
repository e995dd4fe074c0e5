# Two images: the mock's four services over TLS with a throwaway authority, and the suite as it is published.
#
#   npm run images                                             # gathers what they are made of, builds both, tries them
#   docker build --target mock -t gateway-conformance-mock build/images
#
# compose.yaml runs them side by side. npx conform run --container builds the mock by itself.
ARG BASE=node:24-alpine
FROM ${BASE} AS mock

# What a suite needs to certify this mock is written to MOCK_OUT: target file, authority, and test credentials made up
# for this start alone. Those that are given as CLIENT_ID, CLIENT_SECRET, TEST_OTP and TEST_TXN_ID are taken instead.
ENV MOCK_HOST=0.0.0.0 MOCK_PORT=8440 MOCK_OUT=/run/mock
COPY --chown=65532:65532 schemas /app/schemas
COPY --chown=65532:65532 support /app/support
# Not every builder keeps the mode by which other users may write there: it belongs to the usual one.
COPY --chown=65532:65532 run /run

# By number: the base need not know the user, nor have a shell.
USER 65532:65532
EXPOSE 8440 8441 8442 8443 8444
HEALTHCHECK --interval=3s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/usr/local/bin/node", "/app/support/mock/health.cjs"]
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["/app/support/mock/server.cjs"]

FROM ${BASE} AS conform

COPY package /app

# Reports belong to whoever runs it: docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" gateway-conformance …
USER 65532:65532
WORKDIR /work
# Variables of a mock that runs beside it, where one does.
ENTRYPOINT ["/usr/local/bin/node", "--env-file-if-exists=/run/mock/mock.env", "--", "/app/node_modules/gateway-conformance/bin/conform.cjs"]
CMD ["--help"]
