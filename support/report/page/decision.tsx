import type { Report } from '../model/report';

/** What a reviewer decided, side by side with the verdicts. */
export function Decision({ report: { signOff } }: { readonly report: Report }) {
  if (signOff === undefined) return null;
  const { kind, sentence, basis, remarks, conditions } = signOff;
  return (
    <section class={`outcome decision ${kind}`} aria-label="Decision of the reviewer">
      <p class="headline">{sentence}</p>
      <p>{basis}</p>
      {remarks !== undefined && <p class="said">{remarks}</p>}
      {conditions.length > 0 && (
        <>
          <p>Conditions:</p>
          <ol>
            {conditions.map((each) => (
              <li class="said">{each}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
