import { z } from 'zod';
import type { Right } from './right.ts';

const isWrapped = (shape: z.ZodType): shape is z.ZodNullable<z.ZodType> | z.ZodOptional<z.ZodType> =>
  shape instanceof z.ZodNullable || shape instanceof z.ZodOptional;

function rightOf(shape: z.ZodType): Right | undefined {
  const marked = shape.meta()?.['x-right'] as Right | undefined;
  return marked ?? (isWrapped(shape) ? rightOf(shape.unwrap()) : undefined);
}

function objectFor(shape: z.ZodObject, rights: ReadonlySet<Right>): z.ZodObject {
  const kept = Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const right = rightOf(field);
    return right === undefined || rights.has(right) ? [[name, shapeFor(field, rights)] as const] : [];
  });
  return z.object(Object.fromEntries(kept));
}

/**
 * Leaves the fields out whose right is missing: money and care by their shapes (`wire.ts`), others by
 * `onlyWith`.
 * @returns a shape which cuts an answer for a caller with `rights`
 * Source: OF8.3
 */
export function shapeFor(shape: z.ZodType, rights: ReadonlySet<Right>): z.ZodType {
  if (shape instanceof z.ZodObject) return objectFor(shape, rights);
  if (shape instanceof z.ZodArray) return z.array(shapeFor(shape.element as z.ZodType, rights));
  if (shape instanceof z.ZodNullable) return shapeFor(shape.unwrap() as z.ZodType, rights).nullable();
  if (shape instanceof z.ZodOptional) return shapeFor(shape.unwrap() as z.ZodType, rights).optional();
  return shape;
}
