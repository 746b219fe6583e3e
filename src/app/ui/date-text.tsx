import { formatDate, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';

export function DateText({ date, withWeekday }: { date: PlainDate; withWeekday?: boolean }) {
  return (
    <time dateTime={date} className="figures whitespace-nowrap">
      {withWeekday ? formatDateWithWeekday(date) : formatDate(date)}
    </time>
  );
}
