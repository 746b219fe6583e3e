/**
 * Shares a request between concurrent callers. A caller arriving during a request gets the answer of the next
 * request: no answer is older than the call.
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
