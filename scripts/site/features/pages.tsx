import { renderToString } from 'preact-render-to-string';
import type { FeatureChild, Rule, RuleChild, Tag } from '@cucumber/messages';
import { contractObligations } from '../../../support/obligations';
import { areaTitle } from '../../../support/report/areas';
import { obligationHref } from '../obligations/address';
import type { Page } from '../page';
import { hrefOf } from '../page';
import { featureHref, lineId } from './address';
import type { FeatureFile } from './read';
import { readFeatures } from './read';
import { BackgroundView, Description, ScenarioView } from './scenario';

/** The features as people read them: a page each, and a list of all. */
export function featurePages(): Page[] {
  const features = readFeatures();
  return [indexOf(features), ...features.map(pageOf)];
}

const areaOf = ({ file }: FeatureFile): string => file.split('/')[1] ?? '';
const titleOf = (area: string): string => (area === 'vectors' ? 'Known answers' : areaTitle(area));

function pageOf(read: FeatureFile): Page {
  const { file, feature } = read;
  const body = renderToString(
    <>
      <Description text={feature.description} />
      {feature.children.map((child) => (
        <Child child={child} />
      ))}
    </>,
  );
  const group = titleOf(areaOf(read));
  return { path: file.replace(/\.feature$/, ''), title: feature.name, section: 'features', group, body };
}

function Child({ child }: { readonly child: FeatureChild | RuleChild }) {
  if ('rule' in child) return <RuleView rule={child.rule} />;
  if (child.background) return <BackgroundView background={child.background} />;
  return child.scenario ? <ScenarioView scenario={child.scenario} /> : null;
}

function RuleView({ rule: { name, location, tags, description, children } }: { readonly rule: Rule }) {
  return (
    <section class="rule">
      <h2 id={lineId(location.line)}>{name}</h2>
      <Ids tags={tags} />
      <Description text={description} />
      {children.map((child) => (
        <Child child={child} />
      ))}
    </section>
  );
}

/** The obligations that a rule is about; other tags say who is tried. */
function Ids({ tags }: { readonly tags: readonly Tag[] }) {
  const names = tags.map(({ name }) => name.slice(1));
  return (
    <p class="kind">
      {names.map((name, index) => (
        <>
          {index > 0 && ' · '}
          {contractObligations.has(name) ? <a href={obligationHref(name)}>{name}</a> : name}
        </>
      ))}
    </p>
  );
}

function indexOf(features: readonly FeatureFile[]): Page {
  const areas = [...Map.groupBy(features, areaOf)];
  const body = renderToString(
    <>
      <p>
        The features are the specification that people read, and the suite runs them as they stand. Each rule
        is one <a href={hrefOf('obligations/index')}>obligation</a>.
      </p>
      {areas.map(([area, members]) => (
        <>
          <h2 id={area}>{titleOf(area)}</h2>
          <ul>
            {members.map(({ file, feature }) => (
              <li>
                <a href={featureHref(file)}>{feature.name}</a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </>,
  );
  return { path: 'features/index', title: 'Features', label: 'All features', section: 'features', body };
}
