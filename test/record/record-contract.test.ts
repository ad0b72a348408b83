import { describeRecordContract } from "../contract/record.contract.ts";

describeRecordContract();
