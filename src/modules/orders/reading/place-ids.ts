/** What is sold as ids of the catalog; undefined is no filter, and an empty list has no row. */
export type PlaceIds = Partial<
  Record<'period_ids' | 'group_ids' | 'route_ids' | 'grade_ids' | 'addon_ids', readonly number[]>
>;
