import { useSearchParams } from 'react-router';
import { OBJECT_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { OPENED_OBJECT } from '#app/shell/opened-object.ts';

/** `id` is undefined for a new object. */
export type Opened = {
  kind: ObjectKind;
  id: number | undefined;
  parent: number | undefined;
  /** the field to begin with */
  field?: string;
};

const PARENT = 'parent';
const FIELD = 'field';

/**
 * Reads `?object=route:7`, perhaps with `&field=capacity`, or `?object=addon:new&parent=7`; undefined for
 * other addresses.
 */
export function openedObject(query: URLSearchParams): Opened | undefined {
  const [named, id = ''] = (query.get(OPENED_OBJECT) ?? '').split(':');
  const kind = OBJECT_KINDS.find((one) => one === named);
  if (!kind || !/^(new|[1-9]\d{0,15})$/.test(id)) return undefined;
  const parent = Number(query.get(PARENT)) || undefined;
  const field = query.get(FIELD);
  return { kind, id: id === 'new' ? undefined : Number(id), parent, ...(field && { field }) };
}

function withoutObject(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of [OPENED_OBJECT, PARENT, FIELD]) next.delete(name);
  return next;
}

/** The address of an object's form over the page of `query`. */
export function objectAddress(query: URLSearchParams, { kind, id, parent, field }: Opened): string {
  const next = withoutObject(query);
  next.set(OPENED_OBJECT, `${kind}:${id ?? 'new'}`);
  if (parent !== undefined) next.set(PARENT, String(parent));
  if (field) next.set(FIELD, field);
  return `?${next}`;
}

export function useOpenedObject() {
  const [query, setQuery] = useSearchParams();
  const close = () => setQuery(withoutObject, { replace: true, preventScrollReset: true });
  return { opened: openedObject(query), close };
}
