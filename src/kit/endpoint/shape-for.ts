import { z } from 'zod';
import { isAllowed, type Reader, type Right } from './right.ts';

const isWrapped = (shape: z.ZodType): shape is z.ZodNullable<z.ZodType> | z.ZodOptional<z.ZodType> =>
  shape instanceof z.ZodNullable || shape instanceof z.ZodOptional;

function rightOf(shape: z.ZodType): Right | undefined {
  const marked = shape.meta()?.['x-right'] as Right | undefined;
  return marked ?? (isWrapped(shape) ? rightOf(shape.unwrap()) : undefined);
}

function objectFor(shape: z.ZodObject, reader: Reader): z.ZodObject {
  const kept = Object.entries(shape.shape as Record<string, z.ZodType>)
    .filter(([, field]) => isAllowed(reader, rightOf(field)))
    .map(([name, field]) => [name, shapeFor(field, reader)]);
  return z.object(Object.fromEntries(kept));
}

/**
 * Leaves out fields without the reader's right: money and care by their shapes (`wire.ts`), others by
 * `onlyWith`.
 * @returns the shape of an answer to the reader
 * Source: OF8.3
 */
export function shapeFor(shape: z.ZodType, reader: Reader): z.ZodType {
  if (shape instanceof z.ZodObject) return objectFor(shape, reader);
  if (shape instanceof z.ZodArray) return z.array(shapeFor(shape.element as z.ZodType, reader));
  if (shape instanceof z.ZodNullable) return shapeFor(shape.unwrap() as z.ZodType, reader).nullable();
  if (shape instanceof z.ZodOptional) return shapeFor(shape.unwrap() as z.ZodType, reader).optional();
  return shape;
}
