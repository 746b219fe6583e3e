export { listSeatUse, type SeatUse } from './season-seats.queries.ts';
