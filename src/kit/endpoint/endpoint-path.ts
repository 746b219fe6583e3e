/** Every concrete path of a declaration: `/a/:b/:c?` gives `/a/:b` and `/a/:b/:c`. */
export function pathVariants(path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  const firstOptional = parts.findIndex((part) => part.endsWith('?'));
  const bare = parts.map((part) => part.replace(/\?$/, ''));
  if (firstOptional < 0) return [`/${bare.join('/')}`];
  const lengths = Array.from({ length: bare.length - firstOptional + 1 }, (_, i) => firstOptional + i);
  return lengths.map((length) => `/${bare.slice(0, length).join('/')}`);
}

/**
 * The path of a call with URL-encoded parameters (W5).
 * @throws when a required part has no value
 */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  const filled: string[] = [];
  for (const part of path.split('/').filter(Boolean)) {
    const optional = part.endsWith('?');
    const bare = part.replace(/\?$/, '');
    const value = bare.startsWith(':') ? params[bare.slice(1)] : bare;
    if (value === undefined || value === null || value === '') {
      if (optional) break;
      throw new Error(`no value for ${bare} in ${path}`);
    }
    filled.push(encodeURIComponent(String(value)));
  }
  return `/${filled.join('/')}`;
}
