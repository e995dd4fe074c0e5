import { requireOptional } from '../targets/optional-package';

const needed = ['allure-commandline', 'allure-js-commons'];

/** What makes Allure's report, loaded when it is asked for. Throws a ConfigurationError where a package of Allure's is missing. */
export async function loadAllure() {
  requireOptional('Allure', needed);
  return import('./make-allure.ts');
}
