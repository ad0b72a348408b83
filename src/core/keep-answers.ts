/**
 * A memory for answers that cost more to find than to keep: the same key has the same answer. It holds at most so many; when it
 * is full it begins anew.
 *
 * @example const known = keepAnswers<number>(1000); known("2/9", () => betaQuantile(0.025, 2.5, 7.5))
 */
export function keepAnswers<Answer>(most: number): (key: string, find: () => Answer) => Answer {
  const answers = new Map<string, Answer>();
  return (key, find) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = find();
    if (answers.size >= most) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}
