import { readTable } from '../../../conformance/table.ts'

export interface CoverageTable {
  readonly limits: Readonly<Record<string, { readonly share: number; readonly cap?: number }>>
  readonly periods: Readonly<Record<string, number>>
}

export interface Tariff {
  readonly steps: readonly { readonly revenue: number; readonly rate: number; readonly retention: number }[]
  readonly high_risk: number
  readonly each_claim: number
  readonly retention_credit: number
  readonly floor: number
  readonly minimum_premium: number
  readonly policy_fee: number
  readonly personal_cyber: PersonalCyber
}

/** Amounts in dollars. */
export interface PersonalCyber {
  readonly premium: number
  readonly count: number
  readonly limit: number
  readonly retention: number
}

export interface Recipes {
  readonly failed: { readonly insured_name: string }
  readonly declined: { readonly claims_count: number }
  readonly underwriter_review: { readonly question_highrisk: boolean }
  readonly approved_rate: { readonly broker_domains: readonly string[] }
}

export const coverageTable = readTable<CoverageTable>('coverage.yaml', import.meta.url)
export const tariff = readTable<Tariff>('tariff.yaml', import.meta.url)
export const recipes = readTable<Recipes>('recipes.yaml', import.meta.url)
