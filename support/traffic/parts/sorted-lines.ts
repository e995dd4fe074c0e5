/** Values of several streams, each of them in order, as one. */
export async function* inOrder<Of>(
  streams: readonly AsyncIterable<Of>[],
  numberOf: (each: Of) => number,
): AsyncGenerator<Of> {
  const open = await Promise.all(streams.map((each) => headOf(each[Symbol.asyncIterator]())));
  for (;;) {
    let first: Head<Of> | undefined;
    for (const head of open)
      if (!head.isDone && (first === undefined || numberOf(head.value as Of) < numberOf(first.value as Of)))
        first = head;
    if (first === undefined) return;
    yield first.value as Of;
    await step(first);
  }
}

interface Head<Of> {
  readonly from: AsyncIterator<Of>;
  value: Of | undefined;
  isDone: boolean;
}

async function headOf<Of>(from: AsyncIterator<Of>): Promise<Head<Of>> {
  const head: Head<Of> = { from, value: undefined, isDone: false };
  await step(head);
  return head;
}

async function step<Of>(head: Head<Of>): Promise<void> {
  const next = await head.from.next();
  head.isDone = next.done === true;
  head.value = next.done === true ? undefined : next.value;
}
