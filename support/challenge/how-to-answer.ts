/** What stands at the head of a challenge, so that the file explains itself. */
export function howToAnswer(id: string): string[] {
  return [
    'Write a unit test that loops over items and calls your own crypto for each.',
    'field.encrypt {service, value}: encrypt value under certificates[service] as you do for a request field; the result is {ciphertext}.',
    "transfer.encrypt {keyMaterial, bundle}: as HIP, encrypt bundle for an HIU with that key material; the result is {keyMaterial, content}, with a key pair and a nonce of the item's own.",
    'transfer.decrypt {recipient, keyMaterial, content}: as HIU with the key and nonce of recipient, decrypt what an HIP with that keyMaterial sent; the result is {bundle}.',
    'Some items are wrong on purpose. Where your code refuses, or throws, the answer is an error with its message; do not answer in its place.',
    `The answer file: {"challenge": "${id}", "implementation": {"name": "…", "version": "…"}, "answers": [{"id": "item-001", "result": {…}}, {"id": "item-002", "error": {"message": "…"}}, …]}`,
    'Answer every item: what is left out is not tested, and the whole is incomplete then. Answer once, before expiresAt.',
    'What results look like in detail: schemas/adapter/<method>-result.schema.json of the suite.',
  ];
}
