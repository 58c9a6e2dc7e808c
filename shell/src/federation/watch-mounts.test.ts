/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DEVELOPMENT } from '@stepwise/shared-contracts/federation/development-release';
import { releaseOf } from '../testing/fake-releases.ts';
import { releaseName } from './release-name.ts';
import { watchMounts } from './watch-mounts.ts';

const PLAN = 'mf-plan@1.0.0';
const OTHER = 'mf-tracker@1.0.0';

let isHidden: boolean;
beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  localStorage.clear();
  isHidden = false;
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('an exposure', () => {
  test('is counted once a document, after ten seconds in which the page answered', () => {
    const mounts = watchMounts();
    mounts.watch(PLAN);
    mounts.watch(PLAN);
    jest.advanceTimersByTime(9_999);
    expect(mounts.untold).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(mounts.untold).toEqual([PLAN]);
    jest.advanceTimersByTime(60_000);
    expect(mounts.untold).toEqual([PLAN]);
  });

  test('is none where the part goes before', () => {
    const mounts = watchMounts();
    const end = mounts.watch(PLAN);
    jest.advanceTimersByTime(9_000);
    end();
    jest.advanceTimersByTime(60_000);
    expect(mounts.untold).toEqual([]);
  });

  test.each([
    [
      'did not answer for a while',
      () => void jest.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 5_000),
    ],
    [
      'was out of sight',
      () => {
        isHidden = true;
        jest.advanceTimersByTime(1_000);
        isHidden = false;
      },
    ],
  ])('starts again where the page %s', (_, disturb) => {
    const mounts = watchMounts();
    mounts.watch(PLAN);
    jest.advanceTimersByTime(8_000);
    disturb();
    jest.advanceTimersByTime(3_000);
    expect(mounts.untold).toEqual([]);
    jest.advanceTimersByTime(10_000);
    expect(mounts.untold).toEqual([PLAN]);
  });
});

describe('a mark that a page left', () => {
  test('names the release that hung at the next load, and at each load after it', () => {
    watchMounts().mark(PLAN);
    expect(watchMounts().takeHung([OTHER, PLAN])).toEqual({ hung: [PLAN], left: PLAN });
    expect(watchMounts().takeHung([OTHER, PLAN])).toEqual({ hung: [PLAN], left: undefined });
    expect(watchMounts().takeHung([OTHER, 'mf-plan@2.0.0'])).toEqual({ hung: [], left: undefined });
    expect(watchMounts().takeHung([OTHER, PLAN]).hung).toEqual([]);
  });

  test('of a previewed release is no other preview’s', () => {
    const previewed = (version: string) =>
      releaseName({ ...releaseOf('mf-plan', version), version: DEVELOPMENT });
    watchMounts().mark(previewed('1.0.0'));
    expect(watchMounts().takeHung([previewed('2.0.0')]).hung).toEqual([]);
    watchMounts().mark(previewed('1.0.0'));
    expect(watchMounts().takeHung([previewed('1.0.0')]).hung).toEqual([previewed('1.0.0')]);
  });

  test('by another tab counts once that has not answered for ten seconds', () => {
    watchMounts().mark(PLAN);
    sessionStorage.clear();
    jest.advanceTimersByTime(10_000);
    expect(watchMounts().takeHung([PLAN])).toEqual({ hung: [], left: undefined });
    jest.advanceTimersByTime(1);
    expect(watchMounts().takeHung([PLAN])).toEqual({ hung: [PLAN], left: PLAN });
  });

  test.each<[string, (mounts: ReturnType<typeof watchMounts>) => void]>([
    ['answered', (mounts) => mounts.answer()],
    ['was left', () => void window.dispatchEvent(new Event('pagehide'))],
    [
      'answered a second later',
      (mounts) => {
        mounts.watch(PLAN);
        jest.advanceTimersByTime(1_000);
      },
    ],
    ['showed something else', (mounts) => mounts.watch(PLAN)()],
  ])('is gone where the page %s', (_, leave) => {
    const mounts = watchMounts();
    mounts.mark(PLAN);
    leave(mounts);
    expect(watchMounts().takeHung([PLAN])).toEqual({ hung: [], left: undefined });
  });

  test('stands while a release runs its own code, and what mounted before keeps its own', () => {
    const mounts = watchMounts();
    mounts.mark(OTHER);
    mounts.during(PLAN, () => expect(sessionStorage.getItem('mounting')).toBe(PLAN));
    expect(sessionStorage.getItem('mounting')).toBe(OTHER);
  });

  test('is forgotten once the release was exposed after all', () => {
    watchMounts().mark(PLAN);
    const mounts = watchMounts();
    mounts.takeHung([PLAN]);
    mounts.watch(PLAN);
    jest.advanceTimersByTime(10_000);
    expect(watchMounts().takeHung([PLAN]).hung).toEqual([]);
  });

  test('is none where storage is not allowed', () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('no', 'SecurityError');
      });
    const mounts = watchMounts();
    mounts.mark(PLAN);
    mounts.answer();
    expect(mounts.takeHung([PLAN])).toEqual({ hung: [], left: undefined });
  });
});
