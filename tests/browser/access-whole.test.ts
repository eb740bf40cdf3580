import { testAppearances } from './axe.ts'
import { brokenPage } from './broken-page.ts'

testAppearances(brokenPage(), { thinned: false })
