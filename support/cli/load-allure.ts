import { requireOptionalPackages } from '../targets/optional-package';

const needed = ['allure-commandline', 'allure-js-commons'];

/**
 * Loads the code that makes Allure's report. Throws a ConfigurationError if one of Allure's packages is not
 * installed.
 */
export async function loadAllure() {
  requireOptionalPackages('Allure', needed);
  return import('./make-allure.ts');
}
