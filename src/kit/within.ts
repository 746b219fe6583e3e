/** Waits for at most `ms` milliseconds. @returns undefined after the time; the step goes on */
export async function within<T>(ms: number, step: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([step, late]).finally(() => clearTimeout(timer));
}
