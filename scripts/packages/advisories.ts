import { readLock } from './production-packages.ts';

export type Advisory = {
  name: string;
  severity: string;
  title: string;
  /** of the versions with the weakness */
  range: string;
  url: string;
  isInstalledInProduction: boolean;
};

/** `unread`: no list of advisories could be read, and nothing is known. */
export type Advisories = { k: 'read'; found: Advisory[] } | { k: 'unread'; why: string };

type Source = Pick<Advisory, 'severity' | 'title' | 'range' | 'url'>;

type Report = {
  vulnerabilities?: Record<string, { name: string; via: (string | Source)[]; nodes: string[] }>;
  message?: string;
  error?: { summary?: string };
};

/** @param printed  by `npm audit --json`, which prints an error in the same place */
export function advisoriesIn(printed: string, lock = readLock()): Advisories {
  const report = parsed(printed);
  if (!report?.vulnerabilities)
    return { k: 'unread', why: report?.message || report?.error?.summary || 'no answer in the known form' };
  const isInProduction = (path: string) => lock[path] !== undefined && !lock[path].dev;
  // An entry that names other packages alone is weak by them, and they have entries of their own.
  const found = Object.values(report.vulnerabilities).flatMap(({ name, via, nodes }) =>
    via
      .filter((one) => typeof one === 'object')
      .map(({ severity, title, range, url }) => ({
        name,
        severity,
        title,
        range,
        url,
        isInstalledInProduction: nodes.some(isInProduction),
      })),
  );
  return { k: 'read', found };
}

function parsed(printed: string): Report | undefined {
  try {
    return JSON.parse(printed) as Report;
  } catch {
    return undefined;
  }
}
