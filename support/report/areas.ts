import type { ReportedObligation } from './model/reported-obligation';

const titles: Readonly<Record<string, string>> = {
  session: 'Session',
  headers: 'Request headers',
  token: 'Tokens',
  certificate: 'Certificates',
  'field-encryption': 'Field encryption',
  otp: 'One-time passwords',
  'health-data-transfer': 'Health-data transfer',
  'dummy-payer': 'Dummy payer',
  'payer-flow': 'Payer flows',
  callback: 'Callbacks',
  transport: 'Transport, versions and limits',
};

/** In the order of the contract. */
export const areaNames = Object.keys(titles);

/** Rows of one area, in the order of the contract. */
interface AreaRows {
  /** As in `field-encryption`. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly ReportedObligation[];
}

export function areaTitle(area: string): string {
  return titles[area] ?? area;
}

/** Rows by area; areas come in the order of their first row. */
export function groupRowsByArea(rows: readonly ReportedObligation[]): AreaRows[] {
  return [...Map.groupBy(rows, ({ area }) => area)].map(([name, members]) => ({
    name,
    title: areaTitle(name),
    rows: members,
  }));
}
