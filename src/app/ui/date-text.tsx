import { formatDate, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';

/** `03/20/2027`, or `Sat 03/20/2027` for plans by weekday. */
export function DateText({ date, withWeekday }: { date: PlainDate; withWeekday?: boolean }) {
  return (
    <time dateTime={date} className="figures whitespace-nowrap">
      {withWeekday ? formatDateWithWeekday(date) : formatDate(date)}
    </time>
  );
}
