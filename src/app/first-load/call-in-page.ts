/**
 * The text of a script that calls a bundled file of this folder.
 * @param code  of scripts/in-page-scripts.ts
 */
export const callInPage = (code: string, argument?: unknown): string =>
  `(function(){${code}inPage.default(${JSON.stringify(argument) ?? ''})})()`;
