import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { objectAddress } from './objects/use-opened-object.ts';

type ObjectLinkProps = {
  kind: ObjectKind;
  /** none for a new object */
  id?: number;
  /** the object around a new one */
  parent?: number;
  /** the field to begin with */
  field?: string;
  isButton?: boolean;
  className?: string;
  children: ReactNode;
};

const NEW = 'inline-flex min-h-11 items-center text-sm underline underline-offset-4';

/** Opens the form of an object over the page, by the address; filters, folds and the place stay (SE1.7). */
export function ObjectLink({ kind, id, parent, field, isButton, className, children }: ObjectLinkProps) {
  const [query] = useSearchParams();
  const to = { search: objectAddress(query, { kind, id, parent, field }) };
  if (isButton)
    return (
      <LinkButton look="secondary" size="small" to={to} preventScrollReset>
        {children}
      </LinkButton>
    );
  return (
    <Link to={to} preventScrollReset className={className ?? 'underline underline-offset-4 wrap-anywhere'}>
      {children}
    </Link>
  );
}

type NewObjectsProps = { parent: number; kinds: readonly ObjectKind[]; of: string };

/** The ways to the forms of new objects below an object; `of` names the object. */
export function NewObjects({ parent, kinds, of }: NewObjectsProps) {
  const mayWrite = useRight('season_write');
  if (!mayWrite) return null;
  return (
    <span className="flex flex-wrap gap-x-4">
      {kinds.map((kind) => {
        const text = m.office_object_new({ kind: KIND_NAMES[kind].one() });
        return (
          <ObjectLink key={kind} kind={kind} parent={parent} className={NEW}>
            <span>{text}</span> <span className="sr-only">{m.office_object_new_of({ of })}</span>
          </ObjectLink>
        );
      })}
    </span>
  );
}
