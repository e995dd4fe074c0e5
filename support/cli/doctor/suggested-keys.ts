import { defaultReadings, keyReading } from '../../contract/readings';
import type { Exchange, Asked } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import { identityCertificate, registryCertificate } from '../../obligations/certificate/published';
import { isAccepted } from '../../obligations/judge/fates';
import type { Target } from '../../targets/target';
import type { Look, Suggestion } from './suggestion';
import { shown } from './suggestion';

const homes = { identity: identityCertificate, registry: registryCertificate } as const;

type Service = keyof typeof homes;

/** The key that a service publishes, and the exchange that shows it. */
interface Published {
  readonly service: Service;
  readonly key: PublicKeyFact;
  readonly exchange: Exchange;
}

/** How a departure is read off a key; `undefined`: the key has nothing that the reading offers. */
const read = {
  'key-bits': ({ bits }: PublicKeyFact) => (bits === 2048 || bits === 4096 ? bits : undefined),
  'certificate-form': ({ form }: PublicKeyFact) => (form === 'pem' || form === 'json' ? form : undefined),
} as const;

/** Form and size of the keys in the certificates, where they are not as the target has them. */
export function lookAtKeys(exchanges: readonly Exchange[], target: Target): Look {
  const services = (['identity', 'registry'] as const).filter((each) => target.services[each] !== undefined);
  const published = services.flatMap((service) => publishedBy(service, exchanges));
  const ids = Object.keys(read) as (keyof typeof read)[];
  return {
    at: 'the keys',
    seen: published.length > 0,
    suggestions: ids.flatMap((id) => departureOf(id, services, published, target)),
  };
}

/** A key that is wrong in itself departs in no way that a reading offers. */
function publishedBy(service: Service, exchanges: readonly Exchange[]): Published[] {
  const part: Asked['part'] = 'valid';
  const exchange = exchanges.findLast(
    (each) => each.operation === `certificate.${service}` && each.asked?.part === part && isAccepted(each),
  );
  const key = exchange?.facts.publicKey;
  if (exchange === undefined || key?.type !== 'rsa' || key.flaw !== undefined) return [];
  return [{ service, key, exchange }];
}

function departureOf(
  id: keyof typeof read,
  services: readonly Service[],
  published: readonly Published[],
  { readings }: Target,
): Suggestion[] {
  const seenOf = (service: Service) => {
    const found = published.find((each) => each.service === service);
    return found === undefined ? undefined : read[id](found.key);
  };
  const agreed = (service: Service) => keyReading(readings, id, service);
  const values = services.map((service) => [service, seenOf(service) ?? agreed(service)] as const);
  const others = values.filter(([service, value]) => value !== agreed(service)).map(([service]) => service);
  if (others.length === 0) return [];
  const departing = values.filter(([, value]) => value !== defaultReadings[id]);
  const [[, first] = []] = values;
  return [
    {
      reading: id,
      value: values.every(([, value]) => value === first) ? first : Object.fromEntries(departing),
      breaks: departing.map(([service]) => homes[service].id),
      shownBy: published
        .filter(({ service }) => others.includes(service))
        .map(({ exchange, key }) =>
          shown(exchange, `an RSA key of ${key.bits ?? '?'} bits as ${key.form === 'json' ? 'JSON' : 'PEM'}`),
        ),
    },
  ];
}
