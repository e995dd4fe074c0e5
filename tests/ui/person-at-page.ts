import type { ElementHandle, Page } from 'playwright-core';
import type { ConnectionDetails } from '../../support/run/hand/happenings';
import { embeddedTarget } from '../../support/run/targets';
import type { OwnSystem } from '../scenarios/own-hand';

/** The values that the page shows to be copied, by their names. */
export async function shownValues(page: Page, within: string): Promise<Readonly<Record<string, string>>> {
  const rows = await page
    .locator(`${within} .values > div`)
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd code')?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(rows) as Record<string, string>;
}

type Shown = ElementHandle<HTMLElement | SVGElement>;

/** Calls of the adapter's protocol by the end of the path that the page shows. */
const methods: Readonly<Record<string, string>> = {
  sessions: 'session.create',
  certificate: 'certificate.fetch',
  cert: 'certificate.fetch',
  verifyOTP: 'otp.verify',
  'insuranceplan/request': 'insurancePlan.request',
  check: 'eligibility.check',
  'preauth/submit': 'preauth.submit',
  'claim/submit': 'claim.submit',
  'communication/on_request': 'communication.reply',
  'paymentnotice/on_request': 'acknowledgment',
  'process/request': 'dummyPayer.trigger',
  'paymentNotice/init': 'paymentNotice.init',
};

/** Does by their own system what the page says, and reads nothing but the page. */
export class PersonAtPage {
  readonly #page: Page;
  readonly #system: OwnSystem;
  #configured = false;
  #look: (() => Promise<void>) | undefined;

  constructor(page: Page, system: OwnSystem) {
    this.#page = page;
    this.#system = system;
  }

  /** Goes on until the run has ended; `look` at each question first. */
  async work(ended: Promise<unknown>, look?: () => Promise<void>): Promise<void> {
    this.#look = look;
    const over = ended.then(() => undefined);
    for (;;) {
      const shown = this.#page.locator('.hand .sentence');
      const next = shown.elementHandle({ timeout: 60_000 }).catch(() => undefined);
      const sentence = await Promise.race([next, over]);
      if (sentence == null) return;
      if (!this.#configured) await this.configure();
      // What is over by itself is no longer there to be read.
      await this.#turn(sentence).catch(async (error: unknown) => {
        if (await sentence.isVisible()) throw error;
      });
    }
  }

  /** Takes the settings of the system from the page. */
  async configure(): Promise<void> {
    const values = await shownValues(this.#page, '.introduction');
    const text = (name: string): string => values[name] ?? '';
    const introduction: ConnectionDetails = {
      services: {
        gateway: text('Gateway'),
        identity: text('Identity service'),
        registry: text('Registry'),
        dummyPayer: text('Dummy payer'),
        provider: text('Payer flows'),
      },
      credentials: { clientId: text('Client id'), clientSecret: text('Client secret') },
      cmId: text('X-CM-ID'),
      otp: text('One-time password'),
      txnId: text('Its transaction'),
      callbackCertificates: text('Keys that sign callbacks') || `${text('Gateway')}/keys`,
      participants: embeddedTarget.participants,
      paysFlows: 'Payer flows' in values,
      envelope: 'jwe',
      payerEncryptionKey: text('Public key of the payer'),
      payerEncryptionCertificate: text('Certificate of the payer'),
      leftOut: [],
    };
    this.#system.configure(introduction);
    this.#configured = true;
  }

  async #turn(sentence: Shown): Promise<void> {
    const page = this.#page;
    if (await page.getByRole('heading', { name: 'A question for you' }).isVisible())
      await this.#answer(await text(sentence));
    else await this.#act(sentence);
    const gone = sentence.waitForElementState('hidden', { timeout: 60_000 });
    const refused = page.locator('.hand .notice.warn');
    await Promise.race([gone, refused.waitFor()]);
    if (await refused.isVisible()) await page.getByRole('button', { name: 'Let it count' }).click();
    await gone;
  }

  async #act(shown: Shown): Promise<void> {
    const mustRestart = await this.#page.getByText('First restart your client').isVisible();
    const { POST, GET, ...values } = await shownValues(this.#page, '.hand .sentence ~');
    // An act that ended by itself meanwhile: what was read may be the next one's, which is read anew.
    if (!(await shown.isVisible())) return;
    if (mustRestart) this.#system.restart();
    const sentence = await text(shown);
    const url = POST ?? GET ?? '';
    const method = Object.entries(methods).find(([end]) => url.endsWith(end))?.[1] ?? 'fields.send';
    const [, service = ''] = /the (identity|registry) service/.exec(sentence) ?? [];
    const asked = {
      label: `1 ${method} ${service}`.trim(),
      values: Object.entries(values).map(([label, value]) => ({ label, value })),
      address: { method: '', url },
    };
    // What the services refuse, the page shows.
    await this.#system.act(asked).catch(() => undefined);
  }

  async #answer(sentence: string): Promise<void> {
    await this.#look?.();
    const name = await this.#system.shows({ sentence });
    await this.#page.getByRole('button', { name, exact: true }).click();
  }
}

const text = async (element: Shown): Promise<string> => (await element.textContent()) ?? '';
