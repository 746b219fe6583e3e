import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** A statement of rows with the columns of `WorkColumns`. */
export type WorkRows = SQL;

/** Each names one thing about which staff have something to do. */
export type WorkColumns = {
  /** unique within the kind of work */
  subject: SQLWrapper;
  since: SQLWrapper;
  order_id?: SQLWrapper;
  user_id?: SQLWrapper;
  student_id?: SQLWrapper;
  route_id?: SQLWrapper;
  program_group_id?: SQLWrapper;
  /** an id in the address of the page that does the work */
  ref?: SQLWrapper;
  /** instead of the names of child and family */
  title?: SQLWrapper;
  detail?: SQLWrapper;
};

const NONE = sql`null`;

/**
 * The rows of a kind of work, beside the list that shows them and by the same condition; the worklist puts
 * all kinds together (OF9.1).
 * @param from  tables and condition
 */
export const workRows = (columns: WorkColumns, from: SQL): WorkRows => sql`
  select (${columns.subject})::text as subject, (${columns.since})::timestamptz as since,
    (${columns.order_id ?? NONE})::bigint as order_id, (${columns.user_id ?? NONE})::bigint as user_id,
    (${columns.student_id ?? NONE})::bigint as student_id, (${columns.route_id ?? NONE})::bigint as route_id,
    (${columns.program_group_id ?? NONE})::bigint as program_group_id,
    (${columns.ref ?? NONE})::bigint as ref,
    (${columns.title ?? NONE})::text as title, (${columns.detail ?? NONE})::text as detail
  from ${from}`;
