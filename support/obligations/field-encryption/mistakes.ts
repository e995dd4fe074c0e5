/** Fields of an identity flow that are not encrypted, by the names that they have. */
export const rawIdentifiers = {
  '"loginId" as it is': 'a login id that is not encrypted',
  '"nationalId" as it is': 'a national-ID number that is not encrypted',
  '"aadhaar" as it is': 'a national-ID number under another name',
  '"aadhaarNumber" as it is': 'a national-ID number under a longer name',
  '"loginId" in Base64': 'Base64 instead of encryption',
  '"aadhaarNumber" as a JSON number': 'a number that is sent as one',
};

/** Ways to write a ciphertext that break clause 6.3.2, each with its mistake. */
export const wrongWritings = {
  'and written in hexadecimal': 'hexadecimal instead of Base64',
  'and written in base64url': 'the URL alphabet with - and _',
  'and written without the padding of Base64': 'no = at the end',
  'and written in lines of 76 characters': 'the line breaks of a MIME encoder',
  'and followed by a line break': "the line break of a command's output",
  'and encoded in Base64 twice': 'the Base64 of Base64',
  'and written as a data URL': 'a prefix before the Base64',
  'and percent-encoded': 'an encoding for URLs inside JSON',
  'and written with additional quotes': 'JSON inside JSON',
  'and written as a list of bytes': 'a JSON list instead of a string',
  'and replaced by null': 'no ciphertext at all',
  'and followed by a second ciphertext': 'two ciphertexts in one field',
  'and shortened by two bytes': 'a ciphertext shorter than the modulus',
};

/** Paddings that a first attempt must not have. */
export const wrongPaddings = {
  'with PKCS#1 v1.5': 'PKCS#1 v1.5 instead of OAEP',
  'with OAEP over SHA-256': 'SHA-256 before SHA-1 was rejected',
  'with OAEP over SHA-256 and MGF1 over SHA-1': "Java's default for SHA-256",
  'with OAEP over SHA-512': 'a hash that the document does not name',
  'with OAEP and a label': 'a label that is not empty',
  'without any padding': 'raw RSA',
};

/** Plaintexts that hold two values. */
export const joinedValues = {
  'together with the txnId': 'two values in one plaintext',
  'after the txnId and a colon': 'two values and a separator',
  'in one JSON object with the txnId': 'two values in one object',
};

/** What may become of a value before it is encrypted. */
export const wrongPlaintexts = {
  'in quotes': 'the value as a JSON string',
  'in a JSON object': 'a wrapper around the value',
  'with a line break at the end': 'a value that was not trimmed',
  'with a space in front': 'a space pasted with the value',
  'with zero bytes at the end': 'a buffer longer than the value',
  'with a byte order mark': 'a byte order mark before the value',
  'in Base64 first': 'Base64 inside the ciphertext',
  'in hexadecimal first': 'hexadecimal inside the ciphertext',
  'without its last digit': 'a value cut short',
  'as the word undefined': 'no value at all',
  'as ISO 8859-1': 'one byte per letter',
  'as UTF-16': 'two bytes per letter',
  'as UTF-8 twice': 'bytes read as text and encoded again',
  'with ? instead of letters': 'a character set without these letters',
  'without its accents': 'letters changed to ASCII',
  'as HTML entities': 'letters escaped as in HTML',
  'as the low byte of each letter': 'a binary string',
  'in another Unicode normal form': 'accents split from their letters',
};

/** Places in which an OTP (738201) or a national-ID number (278812345678) can be read. */
export const leakedTexts = {
  '?otp=738201': 'the OTP in the URL',
  '?id=278812345678': 'the national-ID number in the URL',
  '?q=NzM4MjAx': 'the OTP in Base64',
  'X-Otp: 738201': 'the OTP in a header',
  'User-Agent: app/1.0 (278812345678)': 'the national-ID number in a header',
  'X-Debug: 323738383132333435363738': 'the national-ID number in hexadecimal',
  'verified with 738201': 'the OTP in a remark',
  'card 278812345678': 'the national-ID number in a remark',
  'sending otp=738201': 'the OTP in a log',
  'enrolled 278812345678': 'the national-ID number in a log',
  'enrolled 278812XXXXXX': 'leading digits before a mask',
};
