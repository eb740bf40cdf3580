import type { SuiteViews, ViewEvidence } from '../scenario.ts'
import type { ScenarioViews, ViewTables } from '../views.ts'

/** The views of one scenario, as a part of its event; empty where the suite has none. */
export function viewsOf<S>(
  views: SuiteViews<S> | undefined,
  { tables, ...evidence }: Omit<ViewEvidence<S>, 'tables'> & { readonly tables: ViewTables | undefined },
): { readonly views?: ScenarioViews } {
  if (views === undefined || tables === undefined) return {}
  return { views: views.seen({ ...evidence, tables }) }
}
