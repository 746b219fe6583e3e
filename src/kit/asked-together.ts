/**
 * Asks once for all who want to know at the same time. Who comes while an answer is on its way is given the
 * next one, so nobody gets an answer to a question that was asked before they came.
 */
export function askedTogether<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let onItsWay: Promise<Answer> | undefined;
  let next: Promise<Answer> | undefined;
  function start(): Promise<Answer> {
    const asked = ask();
    onItsWay = asked;
    const forget = () => void (onItsWay === asked && (onItsWay = undefined));
    asked.then(forget, forget);
    return asked;
  }
  function startNext(): Promise<Answer> {
    next = undefined;
    return start();
  }
  return () => {
    if (!onItsWay) return start();
    next ??= onItsWay.then(startNext, startNext);
    return next;
  };
}
