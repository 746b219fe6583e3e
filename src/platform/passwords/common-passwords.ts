/** The list, read once, when the first password is set: it takes 80 ms and some megabytes. */
let known: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Whether a password, whatever its capitals, is among the nearly 50,000 that people choose most and
 * that every guesser tries first. The list comes with the portal, so no password is sent anywhere.
 * Source: ASVS 6.2.4, 6.2.12
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList();
  return (await known).has(password.toLowerCase());
}
