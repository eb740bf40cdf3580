import { readTable } from '../../../../../conformance/table.ts'
import type { Platform } from '../../../platform.ts'
import type { ProductKind } from '../product.ts'
import type { MutantTable } from '../table.ts'
import { PLATFORM_OPERATORS } from './operators/index.ts'

export const platformTables = ['answers', 'credentials', 'bodies', 'addresses', 'descriptions', 'others'].map(
  (name): MutantTable => readTable(`${name}.yaml`, import.meta.url),
)

/** Mistakes of a whole platform, which have no circumstances. */
export const platformKind: ProductKind<Platform, undefined> = {
  words: 'of a platform',
  guards: [],
  operators: PLATFORM_OPERATORS,
  slips: [],
  along: (change) => change(() => undefined),
}
