/** Waits for something, but not forever. @returns undefined when it took longer; it goes on all the same */
export async function within<T>(ms: number, step: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([step, late]).finally(() => clearTimeout(timer));
}
