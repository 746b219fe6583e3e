import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './compile/made-from.ts';
import { exceptionOf, isAllowed, listRefused } from './packages/license-rules.ts';
import { listProductionPackages } from './packages/production-packages.ts';

/* `npm run licenses`: writes docs/licenses.md, and fails where a license is not allowed (H18). */

const HEAD = `# Licenses

Written by \`npm run licenses\` from package-lock.json; not to be edited. What a production install
(\`npm ci --omit=dev\`) brings, on any machine.
`;

/** @returns the text of docs/licenses.md */
export function licensesText(): string {
  const packages = listProductionPackages();
  const byLicense = Map.groupBy(packages, (one) =>
    isAllowed(one.license) ? one.license! : exceptionLine(one),
  );
  const sections = [...byLicense].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = sections.map(([license, some]) => {
    const names = [...new Set(some.map(({ name, version }) => `${name} ${version}`))].toSorted();
    return `\n## ${license}\n\n${names.map((name) => `- ${name}`).join('\n')}\n`;
  });
  return HEAD + lines.join('');
}

function exceptionLine(one: { name: string; license: string | undefined }): string {
  const exception = exceptionOf(one);
  return exception ? `${exception.license}: ${exception.because}` : `Refused: ${one.license ?? 'no license'}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(ROOT, 'docs/licenses.md'), licensesText());
  for (const { name, license } of listRefused(listProductionPackages())) {
    process.stderr.write(`${name}: ${license ?? 'no license'} is not allowed\n`);
    process.exitCode = 1;
  }
}
