import type { Row } from '#modules/catalog/changes/change.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';

/** An object of a season, with what hangs below. */
export type SeasonNode = {
  kind: ObjectKind;
  id: number;
  version: number;
  /** `route:12`, by which settings and edits of a plan name the object */
  ref: string;
  /** the refs of the objects around, the nearest first */
  around: readonly string[];
  /** as a season file has them */
  fields: Row;
  /** of the objects around and its own, from the school down */
  names: readonly string[];
  /** the school of a school in the season or of a program in the season, and below of the node above */
  school_id: number | null;
  below: readonly SeasonNode[];
};

/** The node and all below, each before what hangs below. */
export const nodesOf = (node: SeasonNode): SeasonNode[] => [node, ...node.below.flatMap(nodesOf)];
