/** The folder of the field profiles that come with the suite, relative to the root of the package. */
export const profilesFolder = 'profiles';
