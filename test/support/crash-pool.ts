/** Does the work of every entry, so many at a time; answers in the order of the entries. */
export async function inParallel<Entry, Result>(
  entries: readonly Entry[],
  atOnce: number,
  work: (entry: Entry) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < entries.length; index = next++) {
      const entry = entries[index];
      if (entry !== undefined) results[index] = await work(entry);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
