import { z } from 'zod';
import { invariant } from '#kit/invariant.ts';
import { localTimeOf } from '#kit/local-time.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { brokenRuleOf, type BrokenAt } from '#kit/rules/broken-rule.ts';
import { resolveDay } from '#kit/rules/object-fields.ts';
import { catalogRules } from '#modules/catalog/objects/catalog-rules.ts';
import { fieldsOfFormat, ownShapeOf, type CatalogObject } from '#modules/catalog/objects/object.ts';
import type { Row } from './change.ts';

export type ReadAt = { today: PlainDate; now: Date; time_zone: string };

export type ReadFields = { checked: Row; broken: BrokenAt[] };

/** The rules that a value breaks, in the form of a season file's. */
export function brokenIn(issue: z.core.$ZodIssue): BrokenAt[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...issue.path, key], params: catalogRules.unknown() }));
  const params = brokenRuleOf(issue);
  invariant(params, 'every rule of a season file has its sentence');
  return [{ path: issue.path, params }];
}

/**
 * Checks the fields of a change by the shape that a season file has of the object (SE3.2).
 * @param current  the present fields of an object that is changed: rules across fields see them too
 */
export function readFields(
  object: CatalogObject,
  given: Row,
  { current, ...moment }: ReadAt & { current?: Row },
): ReadFields {
  const written = withDays(object, given, moment);
  const { data, broken } = readWhole(object, { ...current, ...written });
  // What was stored against a later rule keeps nobody from changing another field.
  const known = new Set(
    current && broken.length > 0 ? readWhole(object, current).broken.map(identityOf) : [],
  );
  const ofGiven = broken.filter((one) => String(one.path[0]) in given || !known.has(identityOf(one)));
  if (ofGiven.length > 0) return { checked: {}, broken: ofGiven };
  if (!current) return { checked: data as Row, broken: [] };
  const checked = Object.entries(written).map(([name, value]) => [name, object.fields[name]!.parse(value)]);
  return { checked: Object.fromEntries(checked), broken: [] };
}

const identityOf = ({ path, params }: BrokenAt) => JSON.stringify([path, params.rule]);

function readWhole(object: CatalogObject, fields: Row): { data?: unknown; broken: BrokenAt[] } {
  const { data, error } = ownShapeOf(object).safeParse(fields, { reportInput: true });
  return { data, broken: error?.issues.flatMap(brokenIn) ?? [] };
}

/** In a call, `now` stands for the time of the server: the clock of a colleague may be wrong (SE8.3). */
export const NOW = 'now';

function withDays(object: CatalogObject, fields: Row, { today, now, time_zone }: ReadAt): Row {
  const days = fieldsOfFormat(object, 'date').filter((name) => typeof fields[name] === 'string');
  const resolved = days.map((name) => [name, resolveDay(fields[name] as string, today) ?? fields[name]]);
  const times = fieldsOfFormat(object, 'local-time').filter((name) => fields[name] === NOW);
  const told = times.map((name) => [name, localTimeOf(time_zone, now)]);
  return { ...fields, ...Object.fromEntries([...resolved, ...told]) };
}
