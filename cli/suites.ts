import type { Spec } from '../spec/index.ts'
import { platformSuite } from '../suites/platform/index.ts'
import { receiverSuite } from '../suites/receiver/index.ts'

/** What of a suite can be listed without a target. */
export interface ListedSuite {
  readonly scenarios: readonly {
    readonly id: string
    readonly title: string
    readonly claims: readonly { readonly requirement: string }[]
  }[]
  readonly standing: readonly { readonly requirement: string }[]
}

/** The suites of all sides of the contract. */
export const allSuites = (spec: Spec): readonly ListedSuite[] => [platformSuite(spec), receiverSuite(spec)]
