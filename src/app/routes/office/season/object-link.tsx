import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';

type ObjectLinkProps = {
  kind: ObjectKind;
  id: number;
  className?: string;
  children: ReactNode;
};

/** Opens the form of an object over the page, by the address; filters, folds and the place stay (SE1.7). */
export function ObjectLink({ kind, id, className, children }: ObjectLinkProps) {
  const [query] = useSearchParams();
  const opened = new URLSearchParams(query);
  opened.set('object', `${kind}:${id}`);
  return (
    <Link
      to={{ search: `?${opened}` }}
      preventScrollReset
      className={className ?? 'underline underline-offset-4 wrap-anywhere'}
    >
      {children}
    </Link>
  );
}
