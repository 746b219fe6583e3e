/** @returns undefined for an invalid address. Without `canParse`, for old browsers (decision 119) */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
