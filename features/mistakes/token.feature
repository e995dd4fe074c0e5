Feature: Mistakes in the use of tokens
  What clients get wrong once they have a token, or on their way to it.
  Each row changes one thing in a recording that keeps the rule, and the judge finds it.

  @TOK-03
  Rule: Only current gateway APIs are called

    Scenario Outline: A call that is <mistake>
      Given a recording of one gateway request with the line "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Deprecated operations
        | value                                 | mistake                  |
        | POST /api/hiecm/gateway/v0.5/sessions | a session of version 0.5 |
        | GET /api/hiecm/gateway/v1/bridges     | a path of version 1      |
        | POST /api/hiecm/gateway/v2/consents   | a path of version 2      |

  @TOK-04
  Rule: The client secret stays in session requests

    Scenario Outline: A session request from <mistake>
      Given a recording of one session request with the header "<value>"
      When it is judged
      Then it is wrong because of <mistake>

      Examples: Headers that only browsers send
        | value                                 | mistake                     |
        | Origin: https://portal.example        | a web page                  |
        | Referer: https://portal.example/login | a page with a link          |
        | Sec-Fetch-Site: same-origin           | a script in a browser       |
        | Sec-Fetch-Dest: empty                 | a browser that fetches data |
