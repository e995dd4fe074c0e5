/**
 * The result of reading a text as an ISO-8601 date-time in UTC: the instant in epoch milliseconds, or the flaw.
 * `form`: the text is not an ISO-8601 date-time in UTC. `calendar`: it has the form, but names an impossible day or
 * time, such as 30 February.
 */
export type UtcReading = { readonly at: number } | { readonly flaw: 'form' | 'calendar' };

const secondMs = 1000;
const [minuteMs, hourMs, dayMs] = [60 * secondMs, 60 * 60 * secondMs, 24 * 60 * 60 * secondMs];

/** The extended and the basic format of ISO 8601, each with the day of the month, of the year, or of the week. */
const dates = [
  String.raw`(?<year>\d{4})-(?:(?<month>\d\d)-(?<day>\d\d)|(?<ordinal>\d{3})|W(?<week>\d\d)-(?<weekday>\d))`,
  String.raw`(?<year>\d{4})(?:(?<month>\d\d)(?<day>\d\d)|(?<ordinal>\d{3})|W(?<week>\d\d)(?<weekday>\d))`,
];
const times = [
  String.raw`(?<hour>\d\d)(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?`,
  String.raw`(?<hour>\d\d)(?:(?<minute>\d\d)(?<second>\d\d)?)?`,
];
/** The fraction belongs to the last unit. An offset of zero is UTC. */
const end = String.raw`(?:[.,](?<fraction>\d+))?(?:Z|[+-]00(?::?00)?)`;

const forms = dates.map((date, index) => new RegExp(`^${date}T${times[index] ?? ''}${end}$`, 'i'));

/**
 * Reads an ISO-8601 date-time in UTC. Accepts the extended and the basic format, `Z` or an offset of zero, a fraction
 * of any length, and times without seconds. Rejects any other offset, a time without a zone, and a blank instead of T.
 */
export function readUtcInstant(text: string): UtcReading {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return { flaw: 'form' };
  const day = dayOf(parts);
  const time = day === undefined ? undefined : timeOf(parts, day);
  return day === undefined || time === undefined ? { flaw: 'calendar' } : { at: day + time };
}

type Parts = Readonly<Record<string, string | undefined>>;

/** Returns the beginning of the day, or `undefined` if the day does not exist. */
function dayOf({ year = '', month, day, ordinal, week, weekday }: Parts): number | undefined {
  if (month !== undefined && day !== undefined) {
    const at = startOfDay(Number(year), Number(month) - 1, Number(day));
    const isReal = new Date(at).toISOString().startsWith(`${year}-${month}-${day}`);
    return isReal ? at : undefined;
  }
  const [first, next] = [startOfDay(Number(year)), startOfDay(Number(year) + 1)];
  if (ordinal !== undefined) {
    const at = first + (Number(ordinal) - 1) * dayMs;
    return at >= first && at < next ? at : undefined;
  }
  const [weeks, days] = [Number(week), Number(weekday)];
  if (weeks < 1 || days < 1 || days > 7) return undefined;
  const monday = firstMondayOf(Number(year)) + (weeks - 1) * 7 * dayMs;
  return monday < firstMondayOf(Number(year) + 1) ? monday + (days - 1) * dayMs : undefined;
}

/** Returns the beginning of a day of that year, without the special treatment of years before 100 in Date.UTC. */
function startOfDay(year: number, month = 0, day = 1): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** Returns the Monday of the first week, which is the week that contains 4 January. */
function firstMondayOf(year: number): number {
  const fourth = startOfDay(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

/**
 * Returns the time since midnight, or `undefined` if the time does not exist. 24:00 is the end of the day. A leap
 * second is possible only at the end of June and December.
 */
function timeOf({ hour = '', minute, second, fraction = '' }: Parts, day: number): number | undefined {
  const [hours, minutes, seconds] = [hour, minute ?? '0', second ?? '0'].map(Number) as [
    number,
    number,
    number,
  ];
  const unit = second === undefined ? (minute === undefined ? hourMs : minuteMs) : secondMs;
  const time =
    hours * hourMs +
    minutes * minuteMs +
    seconds * secondMs +
    Math.floor(Number(`0.${fraction}0`) * unit + 1e-6);
  if (hours === 24) return time === dayMs ? time : undefined;
  const isLeap = seconds === 60 && hours === 23 && minutes === 59 && isEndOfHalfYear(day);
  return hours < 24 && minutes < 60 && (seconds < 60 || isLeap) ? time : undefined;
}

const isEndOfHalfYear = (day: number): boolean => /-(?:06-30|12-31)T/.test(new Date(day).toISOString());
