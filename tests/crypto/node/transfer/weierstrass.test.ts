import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyPairFrom, sharedSecret } from '../../../../support/crypto/node/transfer';
import { inverseModP, mod, fieldPrime, squareRoot } from '../../../../support/crypto/node/transfer/field';
import type { Point } from '../../../../support/crypto/node/transfer/weierstrass';
import {
  fromMontgomery,
  isOnCurve,
  multiplyPoint,
  multiplyBase,
  groupOrder,
  sharedX,
  smallOrderOf,
  toMontgomery,
  toWeierstrass,
} from '../../../../support/crypto/node/transfer/weierstrass';
import { assertEffort } from '../../../effort';

const base = multiplyBase(1n);
const scalars = [
  1n,
  2n,
  3n,
  (1n << 200n) + 12345n,
  groupOrder - 1n,
  0x0b4d868404_9c693_9c4n,
  groupOrder / 3n,
];

/** The sum of two points with different x, by the formula of the chord in affine coordinates. */
function sum(one: Point, other: Point): Point {
  const slope = mod((other.y - one.y) * inverseModP(other.x - one.x));
  const x = mod(slope * slope - one.x - other.x);
  return { x, y: mod(slope * (one.x - x) - one.y) };
}

describe('the field', () => {
  it('has an inverse of everything but zero', () => {
    for (const value of [1n, 2n, fieldPrime - 1n, 486662n, fieldPrime + 5n])
      assert.equal(mod(value * inverseModP(value)), 1n);
    assert.throws(() => inverseModP(fieldPrime), RangeError);
  });

  it('has roots of squares alone', () => {
    for (const value of [2n, 3n, 5n, 486664n]) {
      const root = squareRoot(mod(value * value));
      assert.ok(root === value || root === fieldPrime - value);
    }
    assert.equal(squareRoot(2n), undefined);
  });
});

describe('the short Weierstrass form of Curve25519', () => {
  it('has the base point of RFC 7748, moved by a third of the coefficient', () => {
    assert.equal(toMontgomery(base.x), 9n);
    assert.equal(toWeierstrass(9n), base.x);
    assert.equal(fromMontgomery(9n)?.x, base.x);
    assert.ok(isOnCurve(base));
  });

  it('leads from the base point to infinity at its order, and not before', () => {
    assert.equal(multiplyPoint(base, groupOrder), undefined);
    assert.deepEqual(multiplyPoint(base, groupOrder + 1n), base);
    assert.deepEqual(multiplyPoint(base, groupOrder - 1n), { x: base.x, y: fieldPrime - base.y });
    assert.throws(() => multiplyBase(groupOrder), RangeError);
  });

  it('keeps all multiples on the curve', () => {
    for (const scalar of scalars) assert.ok(isOnCurve(multiplyBase(scalar)));
  });

  it('multiplies as it adds: (a + b)G is aG + bG', () => {
    for (const one of scalars)
      for (const other of scalars) {
        if (one === other || (one + other) % groupOrder === 0n) continue;
        assert.deepEqual(
          multiplyBase((one + other) % groupOrder),
          sum(multiplyBase(one), multiplyBase(other)),
          `${one} and ${other}`,
        );
      }
  });

  it('multiplies in any order: a(bG) is b(aG) is (ab)G', () => {
    const [one, other] = [scalars[3] ?? 0n, scalars[6] ?? 0n];
    const product = multiplyBase((one * other) % groupOrder);
    assert.deepEqual(multiplyPoint(multiplyBase(one), other), product);
    assert.deepEqual(multiplyPoint(multiplyBase(other), one), product);
  });

  it('has the same x by the ladder of RFC 7748 as by doubling and adding', () => {
    const point = multiplyBase(0x1234567890abcdefn);
    for (const scalar of scalars) assert.equal(sharedX(point.x, scalar), multiplyPoint(point, scalar)?.x);
    assert.equal(sharedX(point.x, groupOrder), undefined);
  });

  it('has points of the orders 2 and 4, whose sum with another one has not the order of that', () => {
    const found = [0n, 1n].map((u) => fromMontgomery(u));
    assert.deepEqual(
      found.map((point) => point && smallOrderOf(point)),
      [2, 4],
    );
    // The u coordinate p - 1 lies on the twist.
    assert.equal(fromMontgomery(fieldPrime - 1n), undefined);
    assert.equal(smallOrderOf(base), undefined);
    const two = found[0];
    assert.ok(two !== undefined);
    assert.deepEqual(multiplyPoint(sum(base, two), groupOrder), two);
  });

  it('takes as much as 8000 products of numbers at most for a key pair and a secret', () => {
    const own = keyPairFrom('weierstrass', Buffer.alloc(32, 3));
    const factor = multiplyBase(77n).x;
    // It takes some 3500; with an inverse for each addition it would be more than 30,000.
    assertEffort(
      () => {
        for (let count = 0; count < 40; count += 1)
          sharedSecret(own, keyPairFrom('weierstrass', Buffer.alloc(32, 5)).publicKey);
      },
      {
        what: '40,000 products',
        act: () => {
          for (let count = 0, product = 1n; count < 40_000; count += 1)
            product = mod((product + 1n) * factor);
        },
        most: 8,
      },
    );
  });
});
