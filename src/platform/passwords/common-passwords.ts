/** Reading takes 80 ms and some megabytes, so the first password reads the list. */
let known: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Case is ignored. The list is part of the portal: no password is sent anywhere (ASVS 6.2.4, 6.2.12). */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList();
  return (await known).has(password.toLowerCase());
}
