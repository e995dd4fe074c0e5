import { InvalidArgumentError } from 'commander';
import type { CurveForm } from '../contract/readings';
import { curveForms } from '../contract/readings';
import type { Role } from '../contract/words';

export const allRoles = ['identity', 'registry', 'hip', 'hiu'] as const satisfies readonly Role[];
export const allForms = ['x25519', 'weierstrass', 'weierstrass-spki'] as const satisfies readonly CurveForm[];

function parseList<Value extends string>(text: string, known: readonly Value[]): Value[] {
  const given = text.split(',').map((each) => each.trim());
  const unknown = given.find((each) => !known.some((one) => one === each));
  if (unknown !== undefined) throw new InvalidArgumentError(`there are ${known.join(', ')}`);
  return known.filter((each) => given.includes(each));
}

export const parseRoles = (text: string): Role[] => parseList<Role>(text, allRoles);
export const parseForms = (text: string): CurveForm[] => parseList(text, curveForms);
