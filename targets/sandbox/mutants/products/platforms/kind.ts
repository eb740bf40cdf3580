import { readTable } from '../../../../../conformance/table.ts'
import type { Platform } from '../../../platform.ts'
import type { ProductKind } from '../product.ts'
import type { MutantTable } from '../table.ts'
import { ANSWERS_BY_HAND } from './by-hand/answers.ts'
import { CHECKS_BY_HAND } from './by-hand/checks.ts'
import { PLATFORM_OPERATORS } from './operators/index.ts'

export const platformTables = [
  'fields',
  'answers',
  'credentials',
  'bodies',
  'addresses',
  'descriptions',
  'others',
].map((name): MutantTable => readTable(`${name}.yaml`, import.meta.url))

/** Mistakes of a whole platform, which have no circumstances. */
export const platformKind: ProductKind<Platform, undefined> = {
  words: 'of a platform',
  guards: [],
  operators: PLATFORM_OPERATORS,
  slips: [],
  byHand: { ...ANSWERS_BY_HAND, ...CHECKS_BY_HAND },
  along: (change) => change(() => undefined),
}
