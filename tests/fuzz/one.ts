import fc from 'fast-check';
import { recordings } from '/work/wt-whole/tests/fuzz/recordings';
import { harEntries } from '/work/wt-whole/tests/fuzz/har-entries';
void (async () => { const d = process.argv[4]==='har'?harEntries:recordings; const r = await fc.check(d.property as fc.IAsyncProperty<unknown>, { seed: Number(process.argv[2]), numRuns: Number(process.argv[3]) }); console.log(r.numRuns, r.failed); if (r.failed) { console.log((r.errorInstance as Error).stack?.slice(0,1500)); const l=(r.counterexample as any)[0]; for (const x of l) if (x.length>0) console.log(String(typeof x==='string'?x:JSON.stringify(x)).slice(0,1500)); } })();
